import type { Services } from '../services.ts'

/** Dependencies of billing. */
export type Billing = Pick<Services, 'config' | 'db' | 'jobs' | 'log' | 'stripe'>
