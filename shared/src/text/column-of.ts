/** The name of a table's column as tables are matched by: without case, and with underscores for spaces and hyphens. */
export const columnOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
