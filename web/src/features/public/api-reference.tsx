import { type ApiReference as Reference, referenceOf } from '@ninesixteen/shared/public-api/description'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/limits'
import { useApiDescription } from '../../app/api-description.ts'
import styles from './api-reference.module.css'
import { EndpointSection, FieldList, Paragraphs } from './api-endpoint.tsx'

/** The reference of the public API, rendered from its OpenAPI description. */
export function ApiReference() {
  const reference = referenceOf(useApiDescription())
  const { title, introduction, groups, schemas } = reference
  return (
    <div className={styles.columns}>
      <Contents {...reference} />
      <div className={styles.content}>
        <h1>{title}</h1>
        <Paragraphs text={introduction} />
        <p>
          Generators and clients can read the <a href={`${PUBLIC_API_PREFIX}/openapi.json`}>OpenAPI description</a> of this page.
        </p>
        {groups.map(({ name, description, endpoints }) => (
          <section key={name} aria-labelledby={name} className={styles.group}>
            <h2 id={name}>{name}</h2>
            <Paragraphs text={description} />
            {endpoints.map((endpoint) => (
              <EndpointSection key={endpoint.id} endpoint={endpoint} />
            ))}
          </section>
        ))}
        <section aria-labelledby="schemas" className={styles.group}>
          <h2 id="schemas">Schemas</h2>
          {schemas.map(({ name, description, fields }) => (
            <section key={name} aria-labelledby={`schema-${name}`} className={styles.endpoint}>
              <h3 id={`schema-${name}`}>{name}</h3>
              <Paragraphs text={description} />
              <FieldList fields={fields} />
            </section>
          ))}
        </section>
      </div>
    </div>
  )
}

function Contents({ groups }: Reference) {
  return (
    <nav aria-label="Endpoints" className={styles.contents}>
      {groups.map(({ name, endpoints }) => (
        <div key={name}>
          <a href={`#${name}`} className={styles.contentsGroup}>
            {name}
          </a>
          <ul>
            {endpoints.map(({ id, summary }) => (
              <li key={id}>
                <a href={`#${id}`}>{summary}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a href="#schemas" className={styles.contentsGroup}>
        Schemas
      </a>
    </nav>
  )
}
