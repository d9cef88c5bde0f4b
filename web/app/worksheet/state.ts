/** A worksheet that is being made of a lesson, or stands ready. */

export interface WorksheetState {
  lesson: { id: string; title: string };
  /** Questions that are ready, and how many there are. */
  done: number;
  total: number;
  sheets: Sheets | null;
  /** Why there is none, in words. */
  problem: string | null;
}

/** Both as whole HTML files. */
export interface Sheets {
  questions: string;
  /** The same with the simulator's answers and what the lesson says of them. */
  answers: string;
}

export const SHEETS = ['questions', 'answers'] as const satisfies readonly (keyof Sheets)[];
