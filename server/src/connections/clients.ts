import type { PlatformId } from '@ninesixteen/shared/platforms'
import { AppError } from '@ninesixteen/shared/errors'
import type { ClientKeys } from '../platforms/account.ts'
import type { Platforms } from '../platforms/platform.ts'
import type { Credentials } from './credentials.ts'

/** With which key pair the product speaks to a platform for a person. */
export interface Clients {
  /** Whether there is a pair, be it one that cannot be read: whoever connects is told that. */
  isSetUp(platform: PlatformId, userId: string): Promise<boolean>
  /** The person's own pair, else the instance's; throws PLATFORM_NOT_SET_UP without either. */
  of(platform: PlatformId, userId: string | null): Promise<ClientKeys>
  /** The pair with this public half, which is the one that tokens were given to; null when it is no longer there. */
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
      const mine = await own(platform, userId)
      return mine?.key === key ? mine : null
    },
  }
}
