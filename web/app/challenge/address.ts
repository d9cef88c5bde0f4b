/** The address of a challenge. What it says beside its name the core reads and writes. */

import type { ChallengeState } from './state';

export const isChallengeAddress = (hash: string): boolean => /[#&]challenge(s|-text)?=/.test(hash);

/** The address of the list. */
const LIST = 'v=1&challenges=';

export const isChallengeList = (hash: string): boolean => hash.replace(/^#/, '') === LIST;

/** Without its `#`. */
export const challengeHash = ({ open, address }: ChallengeState): string =>
  open ? (address ?? open.link).replace(/^#/, '') : LIST;
