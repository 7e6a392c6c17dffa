import { z } from 'zod'
import { PLATFORM_IDS } from '../platforms.ts'
import { moment, reads } from './base.ts'

export const accountSchema = z.object({
  id: z.uuid(),
  platform: z.enum(PLATFORM_IDS),
  username: z.string(),
  display_name: z.string(),
  state: z.enum(['active', 'reconnect']).describe('`reconnect`: its owner has to connect it again in the settings.'),
  connected_at: moment,
})

export const accountsContract = {
  list: reads('/accounts', ['accounts:read'], 'List connected accounts').output(z.object({ accounts: z.array(accountSchema) })),
}
