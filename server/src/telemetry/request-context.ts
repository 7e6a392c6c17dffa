import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Of the call in which this runs, or that began it; undefined for what nobody asked for. */
export function currentRequestId(): string | undefined {
  return scope.getStore()
}

/** Runs `work` as part of the request with this id. */
export function runInRequest<T>(id: string, work: () => T): T {
  return scope.run(id, work)
}
