import type { AttemptSealer } from '../../platforms/publishing.ts'
import type { SecretBox } from '../../secrets/sealed.ts'

/** Seals what an attempt keeps secret, bound to its user and its row in publish_attempts. */
export function createAttemptSealer(sealer: SecretBox): AttemptSealer {
  const owner = ({ userId, attemptId }: { userId: string; attemptId: string }) => ({
    userId,
    purpose: JSON.stringify(['publish_attempts', attemptId, 'upload']),
  })
  return {
    seal: (text, attempt) => sealer.seal(text, owner(attempt)),
    open: (sealed, attempt) => sealer.open(sealed, owner(attempt)),
  }
}
