import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Id of the request that this code runs in or that started it; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return scope.getStore()
}

/** Runs `work` as part of the request with this id. */
export function runInRequest<T>(id: string, work: () => T): T {
  return scope.run(id, work)
}
