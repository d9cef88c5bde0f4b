/** The lessons that come along, in their order; the build reads their heads. */

import type { LessonHead } from '../../lessons/front-matter';

declare const LESSONS: readonly LessonHead[];

export const LESSON_HEADS: readonly LessonHead[] = LESSONS;
