import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorFromResponse, errorText } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/expected-user.ts'

export interface OpenInvitation {
  token: string
  /** The invited address; null until known. */
  email: string | null
  /** Why the invitation is not valid. */
  problem: string | null
}

async function loadInvitation(token: string): Promise<OpenInvitation> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('/api/v1/invitations/look', { method: 'POST', headers, body: JSON.stringify({ invitation: token }) })
  try {
    const response = await sessionFetch(request, {}, { signedOutOk: true })
    if (!response.ok) throw await errorFromResponse(response)
    const { email }: { email: string } = await response.json()
    return { token, email, problem: null }
  } catch (error) {
    return { token, email: null, problem: errorText(error) }
  }
}

const subscribeToNothing = () => () => undefined
/** Null in the server's rendering, which is the same for everyone. */
const useToken = (): string | null =>
  useSyncExternalStore(
    subscribeToNothing,
    () => new URLSearchParams(location.search).get('invitation'),
    () => null,
  )

/** The invitation whose link opened this page; null without one. */
export function useInvitation(): OpenInvitation | null {
  const token = useToken()
  const [loaded, setLoaded] = useState<OpenInvitation | null>(null)
  useEffect(() => {
    if (!token) return undefined
    let isUnmounted = false
    void loadInvitation(token).then((invitation) => !isUnmounted && setLoaded(invitation))
    return () => {
      isUnmounted = true
    }
  }, [token])
  if (!token) return null
  return loaded ?? { token, email: null, problem: null }
}
