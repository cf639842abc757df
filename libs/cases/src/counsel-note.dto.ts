import { IdField, PastQuery, TextField } from '#runtime/http';

export class AddCounselNoteDto {
  @IdField()
  caseId!: string;

  @TextField({ description: 'Shown to counsel alone.', authority: 'CPLR 3101(c)' })
  text!: string;
}

export class ListCounselNotesQuery extends PastQuery {
  @IdField()
  caseId!: string;
}
