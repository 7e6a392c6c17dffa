import type { PublicConfig } from '@ninesixteen/shared/api/account'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { passkeyHost } from '../../auth/second-factor/passkeys.ts'
import type { Config } from '../../config/config.ts'
import { areTrialsOffered } from '../../demo/trials.ts'
import { publicSignUp } from '../../auth/sign-up-gate.ts'
import type { Services } from '../services.ts'

/** Public facts about the instance, embedded in the pages and served by the API. */
export async function publicConfig(services: Pick<Services, 'config' | 'db' | 'offer' | 'settings'>): Promise<PublicConfig> {
  const { config, offer } = services
  const { price, announced } = await offer()
  return {
    publicUrl: config.publicUrl,
    sandbox: { ai: config.ai.sandbox, platforms: PLATFORM_IDS.filter((id) => config.platforms[id].sandbox) },
    demo: config.demo.isOffered,
    billing: billingOf(config),
    price,
    announcedPrice: announced,
    tryIt: areTrialsOffered(services),
    passwordMin: config.passwordMin,
    passkeyHost: passkeyHost(config.publicUrl),
    signUp: await publicSignUp(services),
    models: config.ai.allowedModels,
    confirmEmail: config.confirmEmail,
    sendsMail: config.mail.smtpUrl !== null,
    googleDrive: googleDriveOf(config),
    contact: config.contact,
    social: config.social,
  }
}

function billingOf({ billing }: Config): PublicConfig['billing'] {
  if (!billing) return 'off'
  return billing.sandbox ? 'sandbox' : 'stripe'
}

function googleDriveOf({ google }: Config): PublicConfig['googleDrive'] {
  if (!google) return 'off'
  return google.sandbox ? 'sandbox' : 'real'
}
