/** The fields of a question, as the forms of its kinds of answer show and change them. */

import type { DraftQuestion } from '../../lessons/draft';

export type QuestionFields = DraftQuestion['fields'];
/** Changes some fields, told by those of the moment; one that is empty is not written. `field` says in words what it is about. */
export type SetFields = (field: string, to: (now: QuestionFields) => QuestionFields) => void;
