import { environment } from './environment.ts'
import { fileNames } from './file-names.ts'
import { functionLength } from './function-length.ts'
import { imports } from './imports.ts'
import { noSilencing } from './no-silencing.ts'
import { oneFetch } from './one-fetch.ts'
import { platformNames } from './platform-names.ts'
import { wording } from './wording.ts'

// oxlint takes a plugin as the default export.
export default {
  meta: { name: 'ninesixteen' },
  rules: {
    environment,
    'file-names': fileNames,
    'function-length': functionLength,
    imports,
    'no-silencing': noSilencing,
    'one-fetch': oneFetch,
    'platform-names': platformNames,
    wording,
  },
}
