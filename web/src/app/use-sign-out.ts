import { useState } from 'react'
import { errorText } from '../api/api-error.ts'
import { showErrorBanner } from './message-banner.tsx'
import { signOut } from './session.ts'

/** Signs out with a busy state; a failure shows a banner and clears nothing. */
export function useSignOut(options: { everywhere?: boolean } = {}): { busy: boolean; run(): void } {
  const [busy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    signOut(options)
      .catch((cause: unknown) => showErrorBanner(errorText(cause)))
      .finally(() => setBusy(false))
  }
  return { busy, run }
}
