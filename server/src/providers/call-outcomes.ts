import { channel } from 'node:diagnostics_channel'
import { HttpError } from './http-error.ts'

/** How a call to a provider ended. */
export interface CallOutcome {
  url: string
  /** A word for what it was; null where the provider answered as it should. */
  failure: string | null
  /** Until the answer's headers were there, or it was known that they would not come. */
  seconds: number
}

/** Whoever wants to know how calls end listens here: what makes them knows of nobody. */
export const CALL_OUTCOMES = channel('ninesixteen.call-outcomes')

/** Makes a call, and says how it ended. One that its caller gave up says nothing of the provider. */
export async function noting(input: string | URL | Request, call: () => Promise<Response>): Promise<Response> {
  const begun = performance.now()
  const tell = (failure: string | null): void => {
    if (!CALL_OUTCOMES.hasSubscribers) return
    const [url, seconds] = [input instanceof Request ? input.url : String(input), (performance.now() - begun) / 1000]
    CALL_OUTCOMES.publish({ url, failure, seconds } satisfies CallOutcome)
  }
  try {
    const response = await call()
    tell(response.status < 400 ? null : `status ${response.status}`)
    return response
  } catch (error) {
    if (error instanceof HttpError) tell(error.fault)
    throw error
  }
}
