import type { Services } from '../services.ts'

/** The services that handle users' posts. */
export type PostServices = Pick<
  Services,
  'config' | 'connections' | 'codec' | 'db' | 'jobs' | 'log' | 'platformQuestions' | 'renderer' | 'settings' | 'store'
>
