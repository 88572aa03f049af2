import { NumberInput, Radio, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { COUPON_CLICK_DAYS_MAX } from "tributary-sdk/limits";
import type { CampaignValues } from "./campaign-values.ts";

/** How the campaign treats orders with a coupon. */
export function CouponFields({ form }: { form: UseFormReturnType<CampaignValues> }): ReactNode {
  return (
    <>
      <Radio.Group
        label="If a customer follows one affiliate's link and uses another's coupon"
        {...form.getInputProps("evidence")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="coupon" label="The coupon decides" description="Usual for creators and podcasts." />
          <Radio value="click" label="The link decides" description="Usual if codes often end up on coupon sites." />
        </Stack>
      </Radio.Group>
      <Radio.Group
        label="If a customer uses a coupon without following its holder's link"
        {...form.getInputProps("coupon_needs_click")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="off" label="Count the order" />
          <Radio value="sign" label="Count the order and flag it for review" />
          <Radio
            value="refuse"
            label="Don't count the order"
            description="Protects against leaked codes. Not for podcasts and print, where nobody clicks."
          />
        </Stack>
      </Radio.Group>
      {form.values.coupon_needs_click !== "off" && (
        <NumberInput
          label="Click before the order"
          description="How long before the order the customer may have followed the link."
          suffix=" days"
          min={1}
          max={COUPON_CLICK_DAYS_MAX}
          allowDecimal={false}
          maw={272}
          {...form.getInputProps("coupon_click_days")}
        />
      )}
    </>
  );
}
