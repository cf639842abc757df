/** Ids of the register of conflicts and gaps (domain.md 1.6). */
export const CONFLICT_IDS = ['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8', 'G9', 'G10', 'G11'] as const;
export type ConflictId = (typeof CONFLICT_IDS)[number];

export interface Conflict {
  readonly id: ConflictId;
  readonly issue: string;
  /** What the product does until counsel says otherwise. */
  readonly default: string;
}

/** Where the Article contradicts itself or is silent. Shown to users; never resolved in silence. */
export const CONFLICT_REGISTER: Readonly<Record<ConflictId, Conflict>> = {
  G1: {
    id: 'G1',
    issue:
      '§ 168-25 refers to § 168-24D and § 168-24A for the availability of a public sewer; neither paragraph, lettered by order, speaks of availability.',
    default:
      'Availability is a recorded determination of the Superintendent or the Engineer with its date, its basis and notice to the owner. Without a determination no 60-day period runs. The references are shown as printed.',
  },
  G2: {
    id: 'G2',
    issue:
      '§ 168-24F lets the Engineer approve industrial cooling water; § 168-27A keeps uncontaminated cooling water out of sanitary sewers without exception.',
    default: 'An approval under § 168-24F does not clear a finding under § 168-27A; counsel is told.',
  },
  G3: {
    id: 'G3',
    issue:
      '§ 168-25E asks for connection and filling with suitable material and names no period; § 168-25H gives 60 days and clean bank-run gravel or dirt.',
    default: 'Apply the 60 days and the narrower fill; cite both paragraphs.',
  },
  G4: {
    id: 'G4',
    issue: '150 °F and 65 °C are printed as one limit, but 65 °C is 149.0 °F and 150 °F is 65.56 °C.',
    default:
      'The Fahrenheit figure governs. Above 149.0 and through 150.0 °F is a conflict band: flagged, not an exceedance, since a penal text is read for the accused.',
  },
  G5: {
    id: 'G5',
    issue: 'Half an inch and 1.2 cm are printed as one particle size, but half an inch is 1.27 cm.',
    default: 'The inch governs; 1.20 to 1.27 cm is a conflict band.',
  },
  G6: {
    id: 'G6',
    issue: '§ 168-30D speaks of "this Part 2" and "this chapter"; § 168-30A to C speak of "this Article".',
    default: 'The civil fine reaches Part 2, which includes the Article; it is not used for other chapters.',
  },
  G7: {
    id: 'G7',
    issue:
      'The Article has no notice-of-violation procedure, cure period, service rule, hearing rule, appeal deadline, stay, collection rule or interest.',
    default: 'Whatever the Town does there is practice or policy and is labeled so wherever it is shown.',
  },
  G8: {
    id: 'G8',
    issue:
      'Definitions use parts per million by weight; limits use milligrams per liter. They agree only at density 1.00.',
    default:
      'Keep value, unit and qualifier as reported and normalize beside them; mg/L is ppm times specific gravity. Decimal arithmetic only.',
  },
  G9: {
    id: 'G9',
    issue: 'The nearest downstreet manhole of § 168-27I may carry the flow of other users.',
    default: 'A sample from there needs a note on dilution and on other contributors.',
  },
  G10: {
    id: 'G10',
    issue:
      '§ 168-26H forbids to make a connection, § 168-24C to construct or maintain, § 168-26A to use. Whether a connection once made continues as a violation, and binds a later owner, is unsettled.',
    default:
      'Rule 25 (§ 168-26H) is continuing only under a reading of counsel recorded as policy; without it only the days seen count. Pair it with a finding under § 168-27A for days of observed flow.',
  },
  G11: {
    id: 'G11',
    issue: 'The opinion that § 168-27D needs may be formed after the discharge.',
    default: 'Days before the recorded opinion are shown and not chargeable until a reading of counsel is on file.',
  },
};
