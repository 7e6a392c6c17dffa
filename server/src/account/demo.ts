import { AppError } from '@ninesixteen/shared/errors'
import { DEMO_ACCOUNT } from '../demo/demo-account.ts'

/** The demo account is everybody's: one visitor must not shut out the others. */
export function assertNotDemo({ email }: { email: string }): void {
  if (email === DEMO_ACCOUNT.email) throw new AppError('DEMO_ACCOUNT')
}
