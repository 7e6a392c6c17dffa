/** States of a run. Separate from the schemas, for the database's. */
export const RUN_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type RunState = (typeof RUN_STATES)[number]

/** States of a run that has not ended. */
export const UNFINISHED_STATES = ['waiting', 'running'] as const satisfies readonly RunState[]
