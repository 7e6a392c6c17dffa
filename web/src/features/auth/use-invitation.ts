import { useEffect, useState } from 'react'
import { errorFromResponse, errorText } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/session-fetch.ts'

export interface OpenInvitation {
  /** As the link has it. */
  token: string
  /** Whom it is for; null until that is known. */
  email: string | null
  /** Why it is not good. */
  problem: string | null
}

async function look(token: string): Promise<OpenInvitation> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('/api/v1/invitations/look', { method: 'POST', headers, body: JSON.stringify({ invitation: token }) })
  try {
    const response = await sessionFetch(request, {}, { signedOutOk: true })
    if (!response.ok) throw await errorFromResponse(response)
    const { email }: { email: string } = await response.json()
    return { token, email, problem: null }
  } catch (cause) {
    return { token, email: null, problem: errorText(cause) }
  }
}

/** The invitation whose link opened this page; null without one. Read after the page stands: the server writes it the same for everybody. */
export function useInvitation(): OpenInvitation | null {
  const [invitation, setInvitation] = useState<OpenInvitation | null>(null)
  useEffect(() => {
    const token = new URLSearchParams(location.search).get('invitation')
    if (!token) return undefined
    let isGone = false
    setInvitation({ token, email: null, problem: null })
    void look(token).then((found) => !isGone && setInvitation(found))
    return () => {
      isGone = true
    }
  }, [])
  return invitation
}
