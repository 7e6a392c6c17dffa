/** Safe methods. */
export const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
