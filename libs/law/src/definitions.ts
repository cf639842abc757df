import type { ConflictId } from './conflict-register.js';

export type DefinitionId = 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10';

/** How a value stands to the figure of a definition. */
export type DefinitionComparison = 'atMost' | 'moreThan' | 'longerThan' | 'atLeast' | 'equals';

export interface DefinitionFigure {
  readonly name: string;
  readonly comparison: DefinitionComparison;
  /** Decimal string. */
  readonly value: string;
  readonly unit: string;
}

/** A definition of § 168-23 (the section number itself is inferred) that carries a number or decides a duty. */
export interface Definition {
  readonly id: DefinitionId;
  readonly term: string;
  readonly meaning: string;
  readonly figures: readonly DefinitionFigure[];
  /** What a reader, or a program, gets wrong here. */
  readonly trap: string;
  readonly conflicts: readonly ConflictId[];
}

const figure = (name: string, comparison: DefinitionComparison, value: string, unit: string): DefinitionFigure => ({
  name,
  comparison,
  value,
  unit,
});

/** D1 to D10 of domain.md 1.2. */
export const DEFINITIONS: Readonly<Record<DefinitionId, Definition>> = {
  D1: {
    id: 'D1',
    term: 'BOD',
    meaning: 'Oxygen used in the biochemical oxidation of organic matter in five days at 20 degrees, in mg/L.',
    figures: [figure('period', 'equals', '5', 'days'), figure('temperature', 'equals', '20', 'degrees')],
    trap: 'The scale letter is missing in the text; Celsius is general knowledge.',
    conflicts: [],
  },
  D2: {
    id: 'D2',
    term: 'Cooling water',
    meaning: 'Water discharged from condensation, air conditioning, cooling or refrigeration, free from odor and oil.',
    figures: [
      figure('BOD', 'atMost', '10', 'ppm by weight'),
      figure('suspendedSolids', 'atMost', '10', 'ppm by weight'),
    ],
    trap: 'Decides what § 168-27A, § 168-27B and § 168-24F speak of; with more in it, it is not cooling water.',
    conflicts: ['G8'],
  },
  D3: {
    id: 'D3',
    term: 'Normal sewage',
    meaning: 'Sewage whose daily averages stay within three figures.',
    figures: [
      figure('suspendedSolids', 'atMost', '300', 'ppm by weight, daily average'),
      figure('BOD', 'atMost', '240', 'ppm by weight, daily average'),
      figure('greaseOrOil', 'atMost', '50', 'ppm by weight, daily average'),
    ],
    trap: '"each per million gallons of daily flow" does not fit a concentration: nothing is computed with it.',
    conflicts: ['G8'],
  },
  D4: {
    id: 'D4',
    term: 'Unpolluted water or waste',
    meaning: 'Water with none of the listed substances and within five figures.',
    figures: [
      figure('dissolvedSolids', 'atMost', '10000', 'ppm by weight'),
      figure('chlorides', 'atMost', '2500', 'ppm by weight'),
      figure('suspendedSolids', 'atMost', '10', 'ppm'),
      figure('BOD', 'atMost', '10', 'ppm'),
      figure('color', 'atMost', '50', 'ppm'),
    ],
    trap: 'The chlorides are part of the dissolved solids. The figures are used nowhere else in the Article.',
    conflicts: ['G8'],
  },
  D5: {
    id: 'D5',
    term: 'Properly shredded garbage',
    meaning: 'Food waste shredded so that all particles are carried freely, none over half an inch.',
    figures: [figure('particle', 'atMost', '0.5', 'inch'), figure('particleMetric', 'atMost', '1.2', 'cm')],
    trap: 'Half an inch is 1.27 cm: 1.20 to 1.27 cm is a conflict band and the inch governs.',
    conflicts: ['G5'],
  },
  D6: {
    id: 'D6',
    term: 'Building drain and building sewer',
    meaning: 'The drain inside the building passes to the building sewer outside the wall.',
    figures: [
      figure('boundary', 'equals', '5', 'feet outside the inner face of the wall'),
      figure('boundaryMetric', 'equals', '1.5', 'm outside the inner face of the wall'),
    ],
    trap: 'The text reads as if the drain began there; the sense is that the building sewer begins there.',
    conflicts: [],
  },
  D7: {
    id: 'D7',
    term: 'Slug',
    meaning:
      'A discharge whose flow, or concentration of any constituent, is more than five times the average 24-hour value of normal operation for a period longer than 15 minutes.',
    figures: [
      figure('ratio', 'moreThan', '5', 'times the average 24-hour value in normal operation'),
      figure('duration', 'longerThan', '15', 'minutes'),
    ],
    trap: 'Both tests are strict, and the period is a single one: two short bursts do not add up.',
    conflicts: [],
  },
  D8: {
    id: 'D8',
    term: 'Subdivision',
    meaning: 'Division of land into two or more parts for sale for building, so as to create one or more new streets.',
    figures: [figure('lots', 'atLeast', '2', 'lots'), figure('newStreets', 'atLeast', '1', 'new streets')],
    trap: 'Without a new street there is no subdivision.',
    conflicts: [],
  },
  D9: {
    id: 'D9',
    term: 'pH',
    meaning: 'Logarithm of the reciprocal of the weight of hydrogen ions in grams per liter.',
    figures: [],
    trap: 'A logarithmic scale: readings are never averaged.',
    conflicts: [],
  },
  D10: {
    id: 'D10',
    term: 'Shall and may',
    meaning: '"Shall" is mandatory, "may" is permissive.',
    figures: [],
    trap: 'Decides which duties can be violated.',
    conflicts: [],
  },
};
