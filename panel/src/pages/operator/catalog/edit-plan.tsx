import { t } from '@lingui/core/macro';
import { Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { decimalsOf } from '#parts/numbers.ts';
import { useSending } from '#parts/sending.ts';
import { type StaffPlan, useSavePlan } from './queries.ts';
import { texts } from './texts.ts';

type Amount = string | number;

interface PlanForm {
  name: string;
  currency: string;
  monthly: Amount;
  yearly: Amount;
  hourly: Amount;
  monthly_cap: Amount;
  setup_fee: Amount;
  tax_included: boolean;
  vcpus: Amount;
  memory_mb: Amount;
  disk_gb: Amount;
  image: string;
  trial_days: Amount;
  stock: Amount;
  hidden: boolean;
  traffic_included_gb: Amount;
  traffic_beyond: string;
  traffic_throttle_mbps: Amount;
  traffic_price: Amount;
  extra_addresses_max: Amount;
  extra_address_price: Amount;
}

/** Creates a plan, or a new version of one. Edits the prices in one currency; others are kept. */
export function EditPlan({ plan, onClose }: { plan?: StaffPlan; onClose: () => void }) {
  const form = useForm<PlanForm>({
    initialValues: initialOf(plan),
    validate: {
      monthly: (monthly, { yearly, hourly }) =>
        monthly === '' && yearly === '' && hourly === '' ? texts.onePrice : null,
    },
  });
  const save = useSavePlan(plan?.id);
  const { problem, send } = useSending(form, save);
  const body = toBody(form.values, plan);
  const scale = decimalsOf(form.values.currency);
  const amount = (name: 'monthly' | 'yearly' | 'hourly' | 'monthly_cap' | 'setup_fee', label: string) => (
    <NumberInput label={label} min={0} decimalScale={scale} hideControls {...form.getInputProps(name)} />
  );
  const count = (name: 'vcpus' | 'memory_mb' | 'disk_gb' | 'trial_days' | 'stock', label: string) => (
    <NumberInput label={label} min={0} allowDecimal={false} hideControls {...form.getInputProps(name)} />
  );
  return (
    <Modal opened onClose={onClose} title={plan ? texts.changeTitle(plan.name) : texts.create} size="lg">
      <form
        onSubmit={form.onSubmit(() =>
          send(body, ({ name, version, warnings = [] }) => {
            notifications.show({ message: plan ? texts.changed(name, version) : texts.created(name) });
            for (const message of warnings) {
              notifications.show({ title: texts.warnings, message, color: 'yellow', autoClose: 20_000 });
            }
            onClose();
          }),
        )}
      >
        <Stack>
          {plan ? (
            <Text>{texts.changeText}</Text>
          ) : (
            <TextInput
              label={texts.name}
              required
              withAsterisk={false}
              data-autofocus
              autoComplete="off"
              {...form.getInputProps('name')}
            />
          )}
          <Group grow align="flex-start">
            {amount('monthly', texts.monthly)}
            {amount('yearly', texts.yearly)}
            <TextInput
              label={texts.currency}
              maxLength={3}
              {...form.getInputProps('currency')}
              onChange={({ currentTarget }) => form.setFieldValue('currency', currentTarget.value.toUpperCase())}
            />
          </Group>
          <Group grow align="flex-start">
            {amount('hourly', texts.hourly)}
            {amount('monthly_cap', texts.monthlyCap)}
            {amount('setup_fee', texts.setupFee)}
          </Group>
          <Checkbox label={texts.includesTax} {...form.getInputProps('tax_included', { type: 'checkbox' })} />
          <Group grow align="flex-start">
            {count('vcpus', texts.vcpus)}
            {count('memory_mb', texts.memory)}
            {count('disk_gb', texts.disk)}
          </Group>
          <Group grow align="flex-start">
            <TextInput label={texts.image} {...form.getInputProps('image')} />
            {count('trial_days', texts.trialDays)}
            {!plan && count('stock', texts.stock)}
          </Group>
          <TrafficFields form={form} />
          <ExtraAddressFields form={form} />
          {!plan && <Checkbox label={texts.hiddenFlag} {...form.getInputProps('hidden', { type: 'checkbox' })} />}
          {problem ? <Failure error={problem} title={t`The plan was not saved`} /> : null}
          <OperatorFormEnd
            call={() => ({
              method: 'POST',
              path: plan ? '/plans/change' : '/plans',
              ...(plan ? { query: { id: plan.id } } : {}),
              body,
            })}
            action={plan ? texts.save : texts.create}
            pending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function TrafficFields({ form }: { form: UseFormReturnType<PlanForm> }) {
  const { traffic_included_gb: included, traffic_beyond: beyond, currency } = form.values;
  return (
    <Group grow align="flex-start">
      <NumberInput
        label={texts.trafficIncluded}
        placeholder={texts.trafficIncludedHint}
        min={0}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('traffic_included_gb')}
      />
      {included !== '' && (
        <Select
          label={texts.trafficBeyond}
          data={Object.entries(texts.trafficChoices).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('traffic_beyond')}
        />
      )}
      {included !== '' && beyond === 'bill' && (
        <NumberInput
          label={texts.trafficPrice}
          min={0}
          decimalScale={decimalsOf(currency)}
          hideControls
          {...form.getInputProps('traffic_price')}
        />
      )}
      {included !== '' && (
        <NumberInput
          label={texts.trafficThrottle}
          min={1}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('traffic_throttle_mbps')}
        />
      )}
    </Group>
  );
}

function ExtraAddressFields({ form }: { form: UseFormReturnType<PlanForm> }) {
  const { extra_addresses_max: max, currency } = form.values;
  return (
    <Group grow align="flex-start">
      <NumberInput
        label={texts.extraAddressesMax}
        placeholder={texts.extraAddressesHint}
        min={0}
        max={16}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('extra_addresses_max')}
      />
      {max !== '' && (
        <NumberInput
          label={texts.extraAddressPrice}
          min={0}
          decimalScale={decimalsOf(currency)}
          hideControls
          {...form.getInputProps('extra_address_price')}
        />
      )}
    </Group>
  );
}

/** Returns the fields on extra addresses. Prices in other currencies are kept. */
function extraAddressesOf(form: PlanForm, plan: StaffPlan | undefined): Readonly<Record<string, unknown>> {
  const { currency, extra_addresses_max: max, extra_address_price: price } = form;
  if (max === '' || max === 0) return plan && plan.extra_addresses_max > 0 ? { extra_addresses_max: 0 } : {};
  const others = plan?.extra_address_prices.filter((one) => one.currency !== currency) ?? [];
  const own = price === '' ? [] : [`${currency}:${Math.round(Number(price) * 10 ** decimalsOf(currency))}`];
  const kept = others.map((one) => `${one.currency}:${one.price}`);
  return { extra_addresses_max: Number(max), extra_address_price: [...own, ...kept] };
}

/** Returns the fields on traffic. Prices in other currencies are kept. */
function trafficOf(form: PlanForm, plan: StaffPlan | undefined): Readonly<Record<string, unknown>> {
  const { currency, traffic_included_gb: included, traffic_beyond, traffic_throttle_mbps: mbps } = form;
  if (included === '') return plan && plan.traffic_included_gb !== null ? { unmetered: true } : {};
  const others = plan?.traffic_prices.filter((price) => price.currency !== currency) ?? [];
  const own =
    form.traffic_price === ''
      ? []
      : [`${currency}:${Math.round(Number(form.traffic_price) * 10 ** decimalsOf(currency))}`];
  return {
    traffic_included_gb: Number(included),
    traffic_beyond,
    ...(mbps === '' ? {} : { traffic_throttle_mbps: Number(mbps) }),
    ...(traffic_beyond === 'bill'
      ? { traffic_price: [...own, ...others.map((price) => `${price.currency}:${price.price}`)] }
      : {}),
  };
}

function initialOf(plan: StaffPlan | undefined): PlanForm {
  const currency = plan?.currency ?? 'EUR';
  const unit = 10 ** decimalsOf(currency);
  const priceOf = (period: string) =>
    plan?.prices.find((price) => price.period === period && price.currency === currency);
  const amount = (value: number | null | undefined): Amount => (value == null ? '' : value / unit);
  return {
    name: plan?.name ?? '',
    currency,
    monthly: amount(priceOf('monthly')?.price),
    yearly: amount(priceOf('yearly')?.price),
    hourly: amount(priceOf('hourly')?.price),
    monthly_cap: amount(priceOf('hourly')?.monthly_cap),
    setup_fee: amount(plan?.prices[0]?.setup_fee || null),
    tax_included: plan?.tax_included ?? false,
    vcpus: plan?.vcpus ?? 1,
    memory_mb: plan?.memory_mb ?? 1024,
    disk_gb: plan?.disk_gb ?? 20,
    image: plan?.image ?? '',
    trial_days: plan?.trial_days ?? 0,
    stock: '',
    hidden: false,
    traffic_included_gb: plan?.traffic_included_gb ?? '',
    traffic_beyond: plan?.traffic_beyond ?? 'throttle',
    traffic_throttle_mbps: plan?.traffic_throttle_mbps ?? 10,
    traffic_price: amount(plan?.traffic_prices.find((price) => price.currency === currency)?.price),
    extra_addresses_max: plan?.extra_addresses_max || '',
    extra_address_price: amount(plan?.extra_address_prices.find((price) => price.currency === currency)?.price),
  };
}

/** Returns the fields of the request: prices as on the command line, like `monthly:EUR:990:500`. */
function toBody(form: PlanForm, plan: StaffPlan | undefined): Readonly<Record<string, unknown>> {
  const { currency } = form;
  const unit = 10 ** decimalsOf(currency);
  const minor = (value: Amount) => Math.round(Number(value) * unit);
  const fee = form.setup_fee === '' ? '' : `:${minor(form.setup_fee)}`;
  const others = plan?.prices.filter((price) => price.currency !== currency) ?? [];
  const prices = (['monthly', 'yearly'] as const).flatMap((period) =>
    form[period] === '' ? [] : [`${period}:${currency}:${minor(form[period])}${fee}`],
  );
  const kept = others
    .filter(({ period }) => period !== 'hourly')
    .map(
      (price) => `${price.period}:${price.currency}:${price.price}${price.setup_fee > 0 ? `:${price.setup_fee}` : ''}`,
    );
  const cap = form.monthly_cap === '' ? '' : `:${minor(form.monthly_cap)}`;
  const hourly = form.hourly === '' ? [] : [`${currency}:${minor(form.hourly)}${cap}`];
  const keptHourly = others
    .filter(({ period }) => period === 'hourly')
    .map(
      ({ currency: other, price, monthly_cap }) => `${other}:${price}${monthly_cap === null ? '' : `:${monthly_cap}`}`,
    );
  const number = (value: Amount) => (value === '' ? undefined : Number(value));
  const size = {
    vcpus: number(form.vcpus),
    memory_mb: number(form.memory_mb),
    disk_gb: number(form.disk_gb),
    image: form.image.trim() || undefined,
    trial_days: number(form.trial_days),
  };
  const options = { ...trafficOf(form, plan), ...extraAddressesOf(form, plan) };
  const terms = { price: [...prices, ...kept], hourly: [...hourly, ...keptHourly], ...size, ...options };
  if (plan) return { ...terms, tax: form.tax_included ? 'included' : 'added' };
  const { name, tax_included, hidden } = form;
  return { name: name.trim(), ...terms, tax_included, hidden, stock: number(form.stock) };
}
