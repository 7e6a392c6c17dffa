import type { PlatformId } from '@ninesixteen/shared/platforms'
import { AppError } from '@ninesixteen/shared/errors'
import type { ClientKeys } from '../platforms/account.ts'
import type { Platforms } from '../platforms/platform.ts'
import type { Credentials } from './credentials.ts'

/** The key pair for requests to a platform on behalf of a user. */
export interface Clients {
  /** Whether a key pair is set. Includes an unreadable one, which connecting reports. */
  isSetUp(platform: PlatformId, userId: string): Promise<boolean>
  /** The user's own key pair, otherwise the instance's; throws PLATFORM_NOT_SET_UP without either. */
  of(platform: PlatformId, userId: string | null): Promise<ClientKeys>
  /** The key pair with this public key, to which tokens were issued; null if it was removed. */
  withKey(platform: PlatformId, userId: string | null, key: string): Promise<ClientKeys | null>
}

export function createClients({ platforms, credentials }: { platforms: Platforms; credentials: Credentials }): Clients {
  async function own(platform: PlatformId, userId: string | null): Promise<ClientKeys | null> {
    if (userId === null) return null
    const names = platforms[platform].credentials
    const values = await credentials.read(userId, [names.key, names.secret])
    const [key, secret] = [values[names.key], values[names.secret]]
    return key && secret ? { key, secret } : null
  }

  const find = async (platform: PlatformId, userId: string | null) => (await own(platform, userId)) ?? platforms[platform].settings.client

  return {
    async isSetUp(platform, userId) {
      try {
        return (await find(platform, userId)) !== null
      } catch (error) {
        if (error instanceof AppError && error.code === 'CREDENTIAL_UNREADABLE') return true
        throw error
      }
    },
    async of(platform, userId) {
      const client = await find(platform, userId)
      if (!client) throw new AppError('PLATFORM_NOT_SET_UP', { platform: platforms[platform].label })
      return client
    },
    async withKey(platform, userId, key) {
      const { client } = platforms[platform].settings
      if (client?.key === key) return client
      const ownKeys = await own(platform, userId)
      return ownKeys?.key === key ? ownKeys : null
    },
  }
}
