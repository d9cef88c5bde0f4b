/** What belongs to presenting, beside `presenting` itself. */

export interface LectureState {
  /** A disc follows the mouse, large enough to be seen from the last row. */
  pointer: boolean;
  /** The notes window; `blocked`: the browser has refused to open it, and a click on `notes_link` does. */
  notes: 'none' | 'open' | 'blocked';
  notes_link: string | null;
}

export const NO_LECTURE: LectureState = { pointer: false, notes: 'none', notes_link: null };
