import { useCallback, useEffect, useState } from 'react'

/** 'Saved successfully' stays this long. */
const SAVED_MS = 3000

/** The company that was saved a moment ago: kept above the form, because a company that was just made gets another form. */
export function useSavedNote(): { savedId: string | null; say(companyId: string): void } {
  const [saved, setSaved] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (saved === null) return
    const timer = setTimeout(() => setSaved(null), SAVED_MS)
    return () => clearTimeout(timer)
  }, [saved])
  return { savedId: saved?.id ?? null, say: useCallback((id) => setSaved({ id }), []) }
}
