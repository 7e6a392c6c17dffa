import { AppError } from '@ninesixteen/shared/errors'
import { readCodes } from '../../auth/second-factor/own-codes.ts'
import { listPasskeys, removePasskey, renamePasskey } from '../../auth/second-factor/own-passkeys.ts'
import { open } from '../contract.ts'

/** Sign-in methods, as shown in the settings. None of it needs the Pro plan. */
export const securityRoutes = {
  read: open.security.read.handler(async ({ context }) => {
    const { id } = await context.user()
    const { db, auth } = context.services
    const [passkeys, codes] = await Promise.all([listPasskeys(db, id), readCodes({ db, auth }, id)])
    return { passkeys, codes }
  }),

  renamePasskey: open.security.renamePasskey.handler(async ({ context, input }) => {
    const { id } = await context.user()
    if (!(await renamePasskey(context.services.db, id, input))) throw new AppError('NOT_FOUND')
  }),

  removePasskey: open.security.removePasskey.handler(async ({ context, input }) => {
    const { id } = await context.user()
    if (!(await removePasskey(context.services.db, id, input.id))) throw new AppError('NOT_FOUND')
  }),
}
