import type { Services } from '../routes/services.ts'

/** What billing works with. */
export type Billing = Pick<Services, 'config' | 'db' | 'jobs' | 'log' | 'stripe'>
