import { Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useState, type ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { updateConnector } from "../../api/connectors.ts";
import { useFollowSaved } from "../../ui/form/follow-saved.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import classes from "./connectors.module.css";
import { parsed, textAt, valueAt } from "./json-at.ts";
import { exampleEvent, mappedGroups, wordFields, type MappedGroup } from "./mapping-fields.ts";

/** Field names contain dots, which the form would take for nested values. */
const keyOf = (name: string): string => name.replaceAll(".", "/");
const nameOf = (key: string): string => key.replaceAll("/", ".");
const names = mappedGroups.flatMap(({ fields }) => fields.map(({ name }) => name));

/** Where the fields are in the shop's JSON. Everything left empty has the names of our own API. */
export function MappingEditor({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const [example, setExample] = useState(exampleEvent);
  const saved = Object.fromEntries(names.map((name) => [keyOf(name), connector.mapping?.[name] ?? ""]));
  const form = useForm<Record<string, string>>({ initialValues: saved });
  useFollowSaved(form, saved, []);
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    const given = Object.entries(values).flatMap(([key, value]) =>
      value.trim() === "" ? [] : [[nameOf(key), value.trim()]],
    );
    await change(
      updateConnector(accountId, connector.id, { mapping: Object.fromEntries(given) as Record<string, string> }),
      () => "Mapping saved. Failed receipts can run again with it.",
    );
    form.resetDirty(values);
  });
  const json = parsed(example);
  return (
    <Section
      title="Field mapping"
      note="Only for a shop with field names of its own. A path names each level, such as data.order.id or lines[0].price. Separate alternatives with |."
    >
      <UnsavedGuard dirty={form.isDirty()} />
      <form onSubmit={submit} noValidate>
        <fieldset className="plain" disabled={!canManage}>
          <div className={classes["mapping"]}>
            <Textarea
              className={classes["example"] ?? ""}
              label="Example event"
              description="Paste one of your shop's events to see what each path finds in it. It is not stored."
              error={json === undefined ? "This is not valid JSON." : undefined}
              autosize
              minRows={12}
              maxRows={30}
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12.5 } }}
              value={example}
              onChange={(event) => setExample(event.currentTarget.value)}
            />
            <Stack gap="xl" miw={0}>
              {mappedGroups.map((group) => (
                <GroupFields key={group.title} group={group} form={form} json={json} />
              ))}
              {canManage && (
                <FormActions problem={problem} busy={busy}>
                  Save mapping
                </FormActions>
              )}
            </Stack>
          </div>
        </fieldset>
      </form>
    </Section>
  );
}

interface GroupFieldsProps {
  readonly group: MappedGroup;
  readonly form: UseFormReturnType<Record<string, string>>;
  readonly json: unknown;
}

function GroupFields({ group, form, json }: GroupFieldsProps): ReactNode {
  const items = form.values[keyOf("order.items")]?.trim() || "items|data.items";
  const base = group.ofItems === true ? firstOf(json, items) : json;
  return (
    <Stack gap="sm">
      <Title order={3} size="h3">
        {group.title}
      </Title>
      <div className={classes["fields"]}>
        {group.fields.map(({ name, label, usual, help }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={usual}
            spellCheck={false}
            description={
              help ?? <Found path={form.values[keyOf(name)] ?? ""} json={base} isPath={!wordFields.has(name)} />
            }
            {...form.getInputProps(keyOf(name))}
          />
        ))}
      </div>
    </Stack>
  );
}

function firstOf(json: unknown, paths: string): unknown {
  const list = paths.split("|").map((path) => valueAt(json, path.trim()));
  return list.filter((value) => Array.isArray(value))[0]?.[0];
}

function Found({ path, json, isPath }: { path: string; json: unknown; isPath: boolean }): ReactNode {
  if (!isPath || path.trim() === "" || json === undefined) return null;
  const found = textAt(json, path);
  return (
    <Text span inherit lineClamp={1} className="breakable">
      {found === undefined ? "Not in the example" : `Finds ${found}`}
    </Text>
  );
}
