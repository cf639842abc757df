import type { LocalDay } from '#kernel';
import type { Finding } from '#cases/published';
import type { SettingsState } from '#law/published';
import { policyOn } from '#law/published';

import type { HeldBack } from './ledger.figures.js';

/**
 * Days of an opinion-based finding before the opinion was recorded are shown, not chargeable, until counsel's reading is
 * on file (domain.md 1.6 G11). Null when nothing is held back.
 */
export const heldBackOf = (finding: Pick<Finding, 'opinionRecordedOn'>, settings: SettingsState, today: LocalDay): HeldBack | null => {
  if (finding.opinionRecordedOn === null) return null;
  if (policyOn(settings, 'opinion-reaches-earlier-days', today).value === true) return null;
  return {
    before: finding.opinionRecordedOn,
    reason: `Held back: before ${finding.opinionRecordedOn}, when the Superintendent's opinion was recorded, and no reading of counsel reaches earlier days (G11).`,
  };
};
