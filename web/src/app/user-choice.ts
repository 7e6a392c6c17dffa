import { create } from 'zustand'
import { useSessionGate } from '../api/session-gate.ts'
import { keep, readStored } from './browser-storage.ts'

/** A user's last choice in this browser. */
export interface UserChoice<T> {
  get(): T
  use(): T
  choose(value: T): void
}

/** Keeps a choice for each user, under `ninesixteen.NAME.USER`. It is `initial` for a user who chose nothing, and without a user for the page's lifetime. */
export function createUserChoice<T>(name: string, { initial, parse }: { initial: T; parse(stored: unknown): T | null }): UserChoice<T> {
  const keyOf = (userId: string): string => `ninesixteen.${name}.${userId}`
  const useChosen = create<{ userId: string | null; value: T }>(() => ({ userId: null, value: initial }))
  const valueFor = (userId: string | null): T => {
    const chosen = useChosen.getState()
    if (userId === null || chosen.userId === userId) return chosen.value
    return readStored(keyOf(userId), parse) ?? initial
  }
  return {
    get: () => valueFor(useSessionGate.getState().userId),
    use() {
      const userId = useSessionGate((state) => state.userId)
      useChosen()
      return valueFor(userId)
    },
    choose(value) {
      const { userId } = useSessionGate.getState()
      useChosen.setState({ userId, value })
      if (userId !== null) keep(keyOf(userId), value)
    },
  }
}
