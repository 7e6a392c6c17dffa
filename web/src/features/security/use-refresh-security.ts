import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'

/** Reads anew how the person signs in, after it was changed. */
export function useRefreshSecurity(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.security.read.key() })
}
