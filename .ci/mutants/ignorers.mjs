// Mutants that are not worth a run, told to Stryker: TypeScript refuses them, and the tests alone would not notice.

const refusedByTypes = {
  /** Stryker puts a string into an empty list. */
  shouldIgnore: ({ node }) =>
    node.type === 'ArrayExpression' && node.elements.length === 0 ? 'a string in a list of something else' : undefined,
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'refused-by-types', value: refusedByTypes }];
