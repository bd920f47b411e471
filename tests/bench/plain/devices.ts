/** The columns of a device's record for tablets, from table `i`; each list in it is a subquery that uses an index. */
export const deviceColumns = `
  i.id, i.serial_number as "serialNumber", i.equipment_id as "equipmentId", e.name as "equipmentName", e.importance,
  k.name as "makeName", i.model_id as "modelId", m.name as "modelName", i.department_id as "departmentId",
  d.name as "departmentName", i.location, v.name as "vendorName", i.purchase_date as "purchaseDate",
  i.installation_date as "installationDate", i.calibration_required as "calibrationRequired",
  c.name as "contactName", c.phone as "contactPhone", i.latest_status as "latestStatus",
  i.latest_observed_at as "latestObservedAt", i.latest_flagged as "latestFlagged",
  i.latest_template_id as "latestTemplateId", i.latest_day as "latestDay",
  array(
    select json_build_object('number', w.number, 'start', w.start_on, 'end', w.end_on)
    from warranty_serial s join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id
    where s.hospital_id = i.hospital_id and s.device_id = i.id and w.retired_at is null order by w.start_on, w.id
  ) as warranties,
  array(
    select r.status from round_entry r
    where r.hospital_id = i.hospital_id and r.device_id = i.id and r.status <> 'Not Seen'
    order by r.observed_at desc limit 20
  ) as "latestStatuses",
  array(
    select json_build_array(x.from_at, x.to_at) from downtime x
    where x.hospital_id = i.hospital_id and x.device_id = i.id
      and (x.to_at is null or x.to_at >= now() - interval '365 days') order by x.from_at
  ) as downtimes,
  t.open_ids as "openTicketIds", t.cost as "maintenanceCost", j.last_on as "lastMaintenanceOn",
  j.next_on as "nextMaintenanceOn"`;

/** The tables for these columns, followed by a `where` on `i`. */
export const deviceTables = `
  join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
  join equipment_make k on k.hospital_id = i.hospital_id and k.id = i.make_id
  join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
  left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
  left join vendor v on v.hospital_id = i.hospital_id and v.id = i.vendor_id
  left join contact_person c on c.hospital_id = i.hospital_id and c.id = i.service_contact_id
  left join lateral (
    select array_agg(id order by reported_at) filter (where status <> 'Closed') as open_ids, sum(part_cost) as cost
    from ticket where hospital_id = i.hospital_id and device_id = i.id
  ) t on true
  left join lateral (
    select max(closed_on) as last_on, min(task_date) filter (where closed_at is null) as next_on
    from task where hospital_id = i.hospital_id and device_id = i.id and removed_at is null
  ) j on true`;

/** Selects devices by id. */
export const devicesById = `
  select ${deviceColumns} from installation i ${deviceTables}
  where i.hospital_id = $1 and i.id = any($2::text[]) and i.retired_at is null`;
