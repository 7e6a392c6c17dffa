import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'

/** Reloads the user's sign-in methods after a change. */
export function useRefreshSecurity(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.security.read.key() })
}
