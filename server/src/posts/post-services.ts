import type { Services } from '../routes/services.ts'

/** What is needed to take posts in hand for their person. */
export type PostServices = Pick<
  Services,
  'config' | 'connections' | 'codec' | 'db' | 'jobs' | 'log' | 'platformQuestions' | 'renderer' | 'settings' | 'store'
>
