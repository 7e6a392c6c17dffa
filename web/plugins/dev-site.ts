import { publicConfigSchema } from '@ninesixteen/shared/api/account'
import { CONFIG_PLACEHOLDER, configBlock } from '@ninesixteen/shared/api/site'
import type { Plugin } from 'vite'

/** The paths of PUBLIC_PATHS in web/src/app/studio-paths.ts. */
const PUBLIC_PAGES = /^\/(pricing|try|auth|privacy|terms|data-deletion|api-reference)?\/?(\?.*)?$/

async function configOf(server: string): Promise<string> {
  const reply = await fetch(`${server}/api/v1/config`)
  return configBlock(publicConfigSchema.parse(await reply.json()))
}

/** In development, writes the server's config block into each page, and renders public pages in the browser instead of on the server. */
export function devSite(server: string): Plugin {
  return {
    name: 'ninesixteen:dev-site',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { originalUrl = '/' }) {
        const page = html.replace(CONFIG_PLACEHOLDER, await configOf(server))
        return PUBLIC_PAGES.test(originalUrl) ? page.replace('/src/main.tsx', '/src/site/dev.tsx') : page
      },
    },
  }
}
