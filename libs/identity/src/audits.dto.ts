import { ChoiceField, IdField, IntegerField, LocalDayField } from '#runtime/http';

import { AUDIT_TYPES } from './audit.events.js';

export class ListAuditQuery {
  @LocalDayField({ optional: true, description: 'First local day of recording.' })
  from?: string;

  @LocalDayField({ optional: true, description: 'Last local day of recording.' })
  through?: string;

  @ChoiceField(AUDIT_TYPES, { optional: true })
  type?: string;

  @IdField({ optional: true, description: 'The user who acted or tried to, or whose account it was about.' })
  actor?: string;

  @IntegerField({ optional: true, min: 1, max: 1000, description: 'Entries on a page; 100 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}

export class ExportAuditQuery {
  @LocalDayField({ description: 'First local day of recording.' })
  from!: string;

  @LocalDayField({ description: 'Last local day of recording.' })
  through!: string;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}
