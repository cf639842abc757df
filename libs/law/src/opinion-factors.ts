/** A matter the Superintendent considers in forming an opinion. */
export interface OpinionFactor {
  readonly id: string;
  readonly asks: string;
}

/** The factors of § 168-27D's lead-in (rule 45): each is a required field of a recorded opinion. */
export const OPINION_FACTORS = [
  { id: 'quantityAgainstFlow', asks: 'How much of the waste, against the flows and velocities in the sewers' },
  { id: 'sewerMaterials', asks: 'What the sewers are made of' },
  { id: 'treatmentProcess', asks: 'What the treatment process is' },
  { id: 'plantCapacity', asks: 'What the treatment plant can take' },
  { id: 'treatability', asks: 'How far the plant can treat the waste' },
  { id: 'otherFactors', asks: 'What else bears on it' },
] as const satisfies readonly OpinionFactor[];

export type OpinionFactorId = (typeof OPINION_FACTORS)[number]['id'];
