// What the page at /docs takes from the document. The functions are pure.

/** The commands of a document, in its order. */
export function commandsOf(document) {
  return Object.entries(document.paths).filter(([, item]) => item.post).map(([path, { post }]) => {
    const [, , service, name] = path.split("/");
    return { id: `${service}.${name}`, path, service, name, operation: post, schemas: document.components.schemas };
  });
}

/** A schema's type in a few words. */
function typeOf(schema) {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  if (schema.type === "object" && schema.additionalProperties) return `object of ${typeOf(schema.additionalProperties)}`;
  const { minimum, maximum } = schema;
  const range = minimum === undefined && maximum === undefined ? "" : ` ${minimum ?? "…"} to ${maximum ?? "…"}`;
  return `${schema.type ?? "any"}${range}`;
}

/** The fields of an object and its nested objects, each with its path. */
function flatten(schema, prefix = "") {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    const own = {
      path, type: typeOf(field), isRequired: required.has(name),
      text: [field.description, field["x-ovation-rule"]].filter(Boolean).join(" "),
    };
    const inner = field.type === "array" ? field.items : field.additionalProperties ?? field;
    const mark = field.type === "array" ? "[]." : field.additionalProperties ? ".*." : ".";
    return [own, ...flatten(inner, path + mark)];
  });
}

/** The parameters of a command. */
export function fieldsOf({ operation }) { return flatten(operation.requestBody.content["application/json"].schema); }

/** The fields of a command's answer, without the envelope that every answer has. */
export function responseFieldsOf({ operation }) {
  const { schema } = operation.responses["200"].content["application/json"];
  return (schema.allOf ?? []).flatMap((part) => flatten(part));
}

/** An example value for a schema. */
function exampleOf(schema) {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]);
  switch (schema.type) {
    case "array": return [exampleOf(schema.items)];
    case "integer": case "number": return schema.minimum ?? 1;
    case "boolean": return true;
    case "object": {
      const names = schema.required ?? [];
      return Object.fromEntries(names.map((name) => [name, exampleOf(schema.properties[name])]));
    }
    default: return "…";
  }
}

/** An example call of a command for a shell. */
export function exampleCall({ path, operation }) {
  const { schema, example } = operation.requestBody.content["application/json"];
  const body = JSON.stringify(example ?? exampleOf(schema)).replaceAll("'", String.raw`'\''`);
  const query = "sdkappid=$APP&identifier=administrator&usersig=$SIG&random=1&contenttype=json";
  return `curl "$SERVER${path}?${query}" \\\n  -d '${body}'`;
}

/** Whether every searched word occurs in a command's name, summary or fields. */
export function matches(command, wanted) {
  const text = [
    command.path, command.operation.summary, command.operation.description ?? "",
    ...fieldsOf(command).map(({ path }) => path), ...responseFieldsOf(command).map(({ path }) => path),
  ].join(" ").toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
