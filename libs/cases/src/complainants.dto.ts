import { IdField, TextField } from '#runtime/http';

export class RevealComplainantQuery {
  @IdField()
  complaintId!: string;

  @TextField({ max: 1000, description: 'Why it must be known; goes on file with who asked.' })
  reason!: string;
}

/** Exactly one of the two. */
export class FindComplaintsByComplainantQuery {
  @TextField({ optional: true, max: 300, description: 'The whole name; letter case and blanks do not count.' })
  name?: string;

  @TextField({ optional: true, max: 50, description: 'The whole number, typed any way.' })
  phone?: string;
}
