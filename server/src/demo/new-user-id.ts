import { randomUUID } from 'node:crypto'

/** The accounts library's format, 32 letters and digits: file keys begin with it, and the sweep recognizes them by it. */
export const newUserId = (): string => randomUUID().replaceAll('-', '')
