import {
  ChoiceField,
  FlagField,
  IdField,
  InstantField,
  IntegerField,
  LocalDayField,
  PartField,
  PastQuery,
  TextField,
} from '#runtime/http';
import { JURISDICTIONS, type Jurisdiction } from '#registry/published';
import type { TestType } from '#law/published';

import type { CaseStatus } from './closing.state.js';
import {
  COMPLAINT_CHANNELS,
  REFERRAL_AGENCIES,
  SCREENING_OUTCOMES,
  type ComplaintChannel,
  type ReferralAgency,
  type ScreeningOutcome,
} from './complaint.events.js';

const TEST_TYPES: readonly TestType[] = ['ABS', 'QUAL', 'OPIN', 'DISC'];
const TERRITORY = 'Town Law § 132';
const LEAD_IN = '§ 168-27D, lead-in (rule 45)';

export class ComplainantDto {
  @TextField({ max: 300 })
  name!: string;

  @TextField({ optional: true, max: 50 })
  phone?: string;

  @TextField({ optional: true, max: 500 })
  address?: string;
}

export class ReceiveComplaintDto {
  @InstantField({ description: 'When the complaint reached the Town.' })
  receivedAt!: string;

  @ChoiceField(COMPLAINT_CHANNELS)
  channel!: ComplaintChannel;

  @TextField({ description: 'What is alleged, without the name of who alleges it.' })
  allegation!: string;

  @IdField({ optional: true })
  premisesId?: string;

  @PartField(() => ComplainantDto, {
    optional: true,
    description: 'Left out for an anonymous complaint. Shown to nobody but by revealComplainant.',
  })
  complainant?: ComplainantDto;
}

export class ScreenComplaintDto {
  @IdField()
  complaintId!: string;

  @ChoiceField(JURISDICTIONS, { authority: TERRITORY })
  jurisdiction!: Jurisdiction;

  @ChoiceField(SCREENING_OUTCOMES)
  outcome!: ScreeningOutcome;

  @TextField({ max: 4000 })
  note!: string;
}

export class ReferComplaintDto {
  @IdField()
  complaintId!: string;

  @ChoiceField(REFERRAL_AGENCIES, { authority: TERRITORY })
  to!: ReferralAgency;

  @TextField({ max: 4000 })
  reason!: string;
}

export class OpenCaseDto {
  @IdField()
  premisesId!: string;

  @TextField({ max: 300 })
  title!: string;

  @LocalDayField({ optional: true, description: 'Default: today.' })
  openedOn?: string;

  @IdField({ optional: true })
  complaintId?: string;
}

/** Every factor is required by law; a missing one is refused by name when the finding is decided. */
export class OpinionFactorsDto {
  @TextField({
    optional: true,
    authority: LEAD_IN,
    description: 'Quantity against flows and velocities in the sewers.',
  })
  quantityAgainstFlow?: string;

  @TextField({ optional: true, authority: LEAD_IN })
  sewerMaterials?: string;

  @TextField({ optional: true, authority: LEAD_IN })
  treatmentProcess?: string;

  @TextField({ optional: true, authority: LEAD_IN })
  plantCapacity?: string;

  @TextField({ optional: true, authority: LEAD_IN })
  treatability?: string;

  @TextField({ optional: true, authority: LEAD_IN })
  otherFactors?: string;
}

export class OpinionDto {
  @LocalDayField({ optional: true, authority: LEAD_IN, description: 'The day the Superintendent formed the opinion.' })
  formedOn?: string;

  @PartField(() => OpinionFactorsDto, { optional: true, authority: LEAD_IN })
  factors?: OpinionFactorsDto;
}

export class MakeFindingDto {
  @IdField()
  caseId!: string;

  @IdField({ description: 'Who broke the rule.' })
  partyId!: string;

  @IdField({ optional: true, description: 'Default: the premises of the case.' })
  premisesId?: string;

  @IdField({ description: 'Stable id of the rule, such as 168-27C(3).' })
  ruleId!: string;

  @ChoiceField(TEST_TYPES, {
    optional: true,
    description: 'Which test of the rule the finding rests on, where it has several; default: the leading one.',
  })
  test?: TestType;

  @TextField({ description: 'The facts that fit the words of the rule.' })
  facts!: string;

  @FlagField({ description: 'True for a finding against the owner as such: a sale ends the liability.' })
  againstOwner!: boolean;

  @LocalDayField({ optional: true, description: 'Default: today.' })
  madeOn?: string;

  @PartField(() => OpinionDto, { optional: true, authority: LEAD_IN })
  opinion?: OpinionDto;
}

export class WithdrawFindingDto {
  @IdField()
  findingId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class RecordCounselCapDecisionDto {
  @IdField()
  caseId!: string;

  @TextField({ max: 200, description: 'Letter or memorandum of counsel.' })
  reference!: string;

  @TextField({ description: 'How counsel reads the cap for this case.' })
  reading!: string;
}

export class WithdrawCounselCapDecisionDto {
  @IdField()
  caseId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class OpenReviewItemDto {
  @IdField()
  caseId!: string;

  @TextField({ max: 100 })
  kind!: string;

  @TextField({ max: 300 })
  subject!: string;

  @TextField({ optional: true, max: 4000 })
  text?: string;
}

export class SettleReviewItemDto {
  @IdField()
  reviewItemId!: string;

  @TextField({ max: 4000 })
  resolution!: string;
}

export class GetCaseQuery extends PastQuery {
  @IdField()
  caseId!: string;
}

export class GetComplaintQuery extends PastQuery {
  @IdField()
  complaintId!: string;
}

export class PageQuery {
  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}

export class ListCasesQuery extends PageQuery {
  @TextField({ optional: true, max: 200, description: 'Number, address, parcel or party, typed any way.' })
  search?: string;

  @IdField({ optional: true })
  premisesId?: string;

  @IdField({ optional: true })
  partyId?: string;

  @IdField({ optional: true })
  ruleId?: string;

  @IdField({ optional: true })
  complaintId?: string;

  @ChoiceField(['open', 'closed', 'consolidated'], { optional: true })
  status?: CaseStatus;
}

export class ListComplaintsQuery extends PageQuery {
  @IdField({ optional: true })
  premisesId?: string;

  @FlagField({ optional: true, description: 'True: only those not screened yet.' })
  unscreened?: boolean;
}

export class ListReviewItemsQuery extends PageQuery {
  @IdField({ optional: true })
  caseId?: string;

  @TextField({ optional: true, max: 100 })
  kind?: string;

  @FlagField({ optional: true, description: 'True: settled ones too.' })
  settledToo?: boolean;
}

export class GetTimelineQuery extends PageQuery {
  @IdField()
  caseId!: string;

  @LocalDayField({ optional: true, description: 'Acts recorded by the end of this day; default: up to now.' })
  asOf?: string;

  @InstantField({ optional: true, description: 'As the record stood at this instant.' })
  knownAt?: string;
}
