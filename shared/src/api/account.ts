import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CONTENT_STYLES } from '../content-types/ids.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

export { PASSWORD_MIN } from '../password.ts'

/** What the page may know before anyone signs in. */
export const publicConfigSchema = z.object({
  /** True while the providers are the local sandbox: the product says so and offers the demo account. */
  sandbox: z.object({ ai: z.boolean() }),
  demoAccount: z.object({ email: z.string(), password: z.string() }).nullable(),
  passwordMin: z.number().int(),
  /** Models a person may choose for slides, the standard one first. */
  models: z.array(z.string()).default([]),
  /** Google Drive is the real one, the local sandbox, or not set up. */
  googleDrive: z.enum(['real', 'sandbox', 'off']).default('off'),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>

export const userSettingsSchema = z.object({
  theme: z.enum(THEMES),
  defaultContentStyle: z.enum(CONTENT_STYLES),
  autoSave: z.boolean(),
})

export const meSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** Full name, else the part of the e-mail before @, else 'User'. */
  displayName: z.string(),
  proPlan: z.boolean(),
  settings: userSettingsSchema,
})
export type Me = z.infer<typeof meSchema>

export const accountContract = {
  publicConfig: oc.route({ method: 'GET', path: '/config' }).output(publicConfigSchema),
  me: oc.route({ method: 'GET', path: '/me' }).output(meSchema),
  updateSettings: oc.route({ method: 'PATCH', path: '/me/settings' }).input(userSettingsSchema.partial()).output(userSettingsSchema),
}
