import { useCallback, useEffect, useState } from 'react'

/** 'Saved successfully' stays this long. */
const SAVED_MS = 3000

/** True for a while after `say`: above the form, because a company that was just made gets another form. */
export function useSavedNote(): { saved: boolean; say(): void } {
  const [savedAt, setSavedAt] = useState<number | null>(null)
  useEffect(() => {
    if (savedAt === null) return
    const timer = setTimeout(() => setSavedAt(null), SAVED_MS)
    return () => clearTimeout(timer)
  }, [savedAt])
  return { saved: savedAt !== null, say: useCallback(() => setSavedAt(Date.now()), []) }
}
