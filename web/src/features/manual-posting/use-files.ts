import type { ManualPostingFile } from '@ninesixteen/shared/api/manual-posting'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createFileLoader, type LoadingFile } from './file-loader.ts'

/** The files of a post as they come in; what did not arrive is tried again when the network is back. */
export function useFiles(wanted: readonly ManualPostingFile[]): { files: readonly LoadingFile[]; retry(): void } {
  const { subscribe, files, retry } = useMemo(() => createFileLoader(wanted), [wanted])
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  return { files: useSyncExternalStore(subscribe, files), retry }
}
