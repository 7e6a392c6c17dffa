import { randomUUID } from 'node:crypto'

/** In the form of the accounts library, 32 letters and digits: keys of files begin with it, and the sweep knows them by that form. */
export const newUserId = (): string => randomUUID().replaceAll('-', '')
