/** Forms of another site's address: some browser, router or parser reads each as a redirect to that site. */
const AWAY = 'evil.example'

/** Ways in which an address that should stay here names another site. */
export const REDIRECT_FORMS: readonly string[] = [
  `//${AWAY}`,
  `///${AWAY}`,
  `////${AWAY}`,
  `/\\${AWAY}`,
  `\\\\${AWAY}`,
  `\\/${AWAY}`,
  `/\\/${AWAY}`,
  `//\\${AWAY}`,
  `/ /${AWAY}`,
  ` //${AWAY}`,
  `\t//${AWAY}`,
  `/\t/${AWAY}`,
  `/\n/${AWAY}`,
  `/\r\n/${AWAY}`,
  `\u0000//${AWAY}`,
  `/\u0000/${AWAY}`,
  `\u00a0//${AWAY}`,
  `\u2028//${AWAY}`,
  `\ufeff//${AWAY}`,
  `\uff0f\uff0f${AWAY}`,
  `/\u3002${AWAY}`,
  `//evil\u3002example`,
  `http://${AWAY}`,
  `https://${AWAY}`,
  `HTTPS://${AWAY}`,
  `https:${AWAY}`,
  `https:/${AWAY}`,
  `https:///${AWAY}`,
  `https:\\\\${AWAY}`,
  `http:\t//${AWAY}`,
  `ht\ntps://${AWAY}`,
  `https://localhost@${AWAY}`,
  `https://localhost:80@${AWAY}/`,
  `//localhost@${AWAY}/content_studio`,
  `https://localhost.${AWAY}`,
  `https://${AWAY}#localhost`,
  `https://${AWAY}?localhost`,
  `https://${AWAY}\\@localhost`,
  `https://localhost%2f@${AWAY}`,
  `//${AWAY}/%2f..`,
  `//${AWAY}/..;/`,
  `/..//${AWAY}`,
  `/.//${AWAY}`,
  `./..//${AWAY}`,
  `/content_studio//..//${AWAY}`,
  `/%2f${AWAY}`,
  `/%5c${AWAY}`,
  `%2f%2f${AWAY}`,
  `/%09/${AWAY}`,
  `%09//${AWAY}`,
  `/%0d%0aLocation:%20https://${AWAY}`,
  `\r\nLocation: https://${AWAY}`,
  `//0x7f000001.${AWAY}`,
  `//[::ffff:c000:201]`,
  `//3221225985`,
  `javascript:location='https://${AWAY}'`,
  `java\nscript:location='https://${AWAY}'`,
  ` javascript://localhost/%0alocation='https://${AWAY}'`,
  `data:text/html,<script>location='https://${AWAY}'</script>`,
  `vbscript:location='https://${AWAY}'`,
]

/** Every name by which this product, its libraries or anybody's habit says where to go next, or what to show. */
export const REDIRECT_NAMES = [
  'callbackURL',
  'errorCallbackURL',
  'newUserCallbackURL',
  'redirect',
  'redirectTo',
  'redirect_uri',
  'redirect_url',
  'next',
  'return',
  'returnTo',
  'return_to',
  'url',
  'to',
  'from',
  'continue',
  'dest',
  'tab',
  'project',
  'post',
  'topic',
  'token',
  'invitation',
  'error',
  'state',
  'success_url',
  'cancel_url',
] as const

export function allNamesOf(form: string): string {
  return new URLSearchParams(REDIRECT_NAMES.map((name) => [name, form])).toString()
}

/** One form per name, starting with this one, so that enough names cover each form at least once. */
export const ROUNDS = Math.ceil(REDIRECT_FORMS.length / REDIRECT_NAMES.length)

export function formsFrom(start: number): Record<string, string> {
  const count = REDIRECT_FORMS.length
  return Object.fromEntries(REDIRECT_NAMES.map((name, at) => [name, REDIRECT_FORMS[(start + at) % count] ?? '']))
}
