/** Stripe's address, its keys and the price. */
export interface StripeSettings {
  secretKey: string
  /** Signing secret of its webhook events. */
  webhookSecret: string
  /** Id of the monthly price. */
  price: string
  /** Base URL in front of /v1, without a slash at the end. */
  apiUrl: string
  /** True while the local sandbox replaces Stripe. */
  sandbox: boolean
}

/** The keys and price that the sandbox knows. */
const SANDBOX_ACCOUNT = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox_secret', price: 'price_pro_month' }

export function realStripe(keys: Pick<StripeSettings, 'secretKey' | 'webhookSecret' | 'price'>): StripeSettings {
  return { ...keys, apiUrl: 'https://api.stripe.com', sandbox: false }
}

/** The sandbox's responses contain the URLs of its browser pages. */
export function sandboxStripe(url: string): StripeSettings {
  return { ...SANDBOX_ACCOUNT, apiUrl: `${url}/stripe`, sandbox: true }
}
