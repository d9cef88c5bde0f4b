/** What is wrong with a lesson, in words. */
export class LessonError extends Error {}
